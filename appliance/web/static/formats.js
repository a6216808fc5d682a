/** Club formats by the key of their name (`alone.…`), each with the settings it stands for, in the order in which they must be set. */
export const FORMATS = {
  f_plain: {},
  f_joker: { "format.joker": "true" },
  f_78: { "format.rack": "8" },
  f_78j: { "format.rack": "8", "format.joker": "true" },
  f_88: { "format.rack": "8", "format.placed": "8" },
  f_88j: { "format.rack": "8", "format.placed": "8", "format.joker": "true" },
};
