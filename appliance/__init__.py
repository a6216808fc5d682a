"""The evening: turns buttons, slips and time into events, keeps each event, and shows the game that they fold into."""
