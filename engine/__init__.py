"""The rules of duplicate Scrabble: values in, values out.

Nothing here opens a file of a user's, a socket, a clock, a thread or a random source; whatever is needed is passed in.
"""
