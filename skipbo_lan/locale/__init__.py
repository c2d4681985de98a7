"""Every word that is shown to a person: codes and values go in, sentences come out."""
