"""Serial terminals on a cable: frames, the link to one port, and the ports that come and go."""
