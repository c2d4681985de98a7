"""The menu of the program when it is started without a command, and the questions of the first start."""
