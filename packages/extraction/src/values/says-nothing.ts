const sign = /[\p{L}\p{N}]/u

/** Whether a text has no letter and no digit, as that of a blank page, whatever ends the page. */
export const saysNothing = (text: string): boolean => !sign.test(text)
