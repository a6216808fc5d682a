"""The pages and sockets of tablets, desk and wall."""
