/**
 * Returns the key by which numbers are compared. Signs are ignored, because their notation varies
 * too much.
 */
export const numberKey = (value: number): string => `n:${Number(Math.abs(value).toPrecision(12))}`
