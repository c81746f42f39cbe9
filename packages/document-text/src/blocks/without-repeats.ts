import type { LayoutBlock } from './block.ts'

/** Leaves one of the heads and feet that pages repeat: the first head and the last foot, so that no text is parted by them. */
export function withoutRepeats(blocks: readonly LayoutBlock[]): readonly LayoutBlock[] {
  if (!blocks.some(isRepeated)) return blocks
  const keyOf = ({ kind, text }: LayoutBlock) => `${kind} ${text.replace(/\d+/g, '#')}`
  const firstHeads = new Map<string, LayoutBlock>()
  const lastFeet = new Map<string, LayoutBlock>()
  for (const block of blocks) {
    const key = keyOf(block)
    if (block.kind === 'page-header' && !firstHeads.has(key)) firstHeads.set(key, block)
    if (block.kind === 'page-footer') lastFeet.set(key, block)
  }
  const keptBlocks = new Set([...firstHeads.values(), ...lastFeet.values()])
  return blocks.filter((block) => !isRepeated(block) || keptBlocks.has(block))
}

const isRepeated = ({ kind }: LayoutBlock) => kind === 'page-header' || kind === 'page-footer'
