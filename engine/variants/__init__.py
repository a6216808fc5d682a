"""Games whose rounds ask more than one move of one rack: substitution, decomposed, optimist.

Source of all three: the French text on the optimist game and its relatives; its figures recompute (``docs/rules.md``).
"""
