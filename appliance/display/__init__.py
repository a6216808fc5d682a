"""The wall: what the room sees and hears. Its own process, a client of the hub like any tablet: ``python -m appliance.display``.

``client`` brings news, ``wall`` knows what is on show, ``scenes`` draw it, ``screen`` and ``speaker`` are the devices, ``loop`` joins all.
"""
