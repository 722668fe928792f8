"""What can be asked over HTTP and over the socket, one module an area."""
