/** What numbers are compared by: whether a sign is written, and how, differs too much. */
export const numberKey = (value: number): string => `n:${Number(Math.abs(value).toPrecision(12))}`
