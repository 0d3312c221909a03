/** The bytes that the XML of a sheet is made of. */

export const TAB = 9;
export const LINE_FEED = 10;
export const SPACE = 32;
export const QUOTE = 34;
export const AMPERSAND = 38;
export const APOSTROPHE = 39;
export const MINUS = 45;
export const POINT = 46;
export const SLASH = 47;
export const ZERO = 48;
export const NINE = 57;
export const LESS = 60;
export const EQUALS = 61;
export const GREATER = 62;
export const UPPER_A = 65;
export const UPPER_Z = 90;
export const UNDERSCORE = 95;
export const LOWER_C = 99;
export const LOWER_R = 114;
export const LOWER_S = 115;
export const LOWER_T = 116;
export const LOWER_V = 118;
