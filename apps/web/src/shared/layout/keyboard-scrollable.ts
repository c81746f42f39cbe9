/**
 * Properties of scrollable elements without focusable content, so that they can be scrolled with
 * the keyboard.
 */
export const keyboardScrollable = { tabIndex: 0 } as const
