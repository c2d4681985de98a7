"""The local network: this machine's addresses, and UDP sockets that reach and hear every neighbour."""
