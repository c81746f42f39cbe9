/** For what scrolls and holds nothing to focus: the keyboard must be able to scroll it as well. */
export const byKeys = { tabIndex: 0 } as const
