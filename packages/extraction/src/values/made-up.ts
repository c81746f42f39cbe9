/**
 * Stands in what a model has said where it has made up a placeholder: a noncharacter of Unicode, which is for use
 * inside of a program and in no document.
 */
export const madeUp = '\uFDD0'

/** Whether a value holds one, however deep. */
export const isMadeUp = (value: unknown): boolean =>
  typeof value === 'string' && value.includes(madeUp)
