/** A text that looks like a marked one, or would be marked as a formula. */
const markedCell = /^'+[=+\-@\t\r]/

/**
 * Marks a text that looks as if it were marked. `csvLine` writes a quote before formulas; with this one as well, reading
 * gives back exactly what was written.
 */
export const markCell = (text: string): string => (markedCell.test(text) ? `'${text}` : text)

/** Removes the quote before a formula. */
export const unmarkCell = (text: string): string => (markedCell.test(text) ? text.slice(1) : text)
