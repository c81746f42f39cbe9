import type { TextInHand } from './text-in-hand.ts'

const inUse = new Map<string, WeakRef<TextInHand>>()

const ended = new FinalizationRegistry<string>((path) => {
  // Another text may have taken the place meanwhile.
  if (!inUse.get(path)?.deref()) inUse.delete(path)
})

/** A text that somebody in this process still has in hand, under the file that it belongs to. */
export const findTextInUse = (path: string): TextInHand | undefined => inUse.get(path)?.deref()

/** Costs no memory of its own: the text goes when nobody has it any more. */
export function shareText(path: string, text: TextInHand): void {
  inUse.set(path, new WeakRef(text))
  ended.register(text, path)
}
