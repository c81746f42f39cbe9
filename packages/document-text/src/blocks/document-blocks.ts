import type { Box, Page } from '../model.ts'
import type { ReadOptions } from '../reader.ts'
import type { DraftBlock, LayoutBlock, TitleLook } from './block.ts'
import { findBlocks } from './find-blocks.ts'
import { joinTables } from './join-tables.ts'

/** A page whose blocks are searched for is read with these options. */
export const blockReadOptions = { withRules: true, withStructure: true } satisfies ReadOptions

/** The blocks of a page with the page's height. */
export type PageDraft = { readonly height: number; readonly blocks: readonly DraftBlock[] }

/** Share of a page at its upper and lower edge where heads and feet stand, and in points how far one moves from page to page. */
const edgeShare = 0.12
const maxMove = 6
const maxEdgeLength = 200
/** Titles whose sizes differ less are of one level. */
const maxSizeRatio = 1.04
const maxLevel = 6

export function findDocumentBlocks(pages: readonly Page[]): readonly LayoutBlock[] {
  const drafts = pages.map((page) => ({ height: page.height, blocks: findBlocks(page) }))
  return joinTables(settleBlocks(drafts).flat())
}

/** Settles what only all pages together tell: the levels of titles, and what is repeated at the edges of pages. */
export function settleBlocks(pages: readonly PageDraft[]): readonly (readonly LayoutBlock[])[] {
  const levelOf = openLevels(pages.flatMap(({ blocks }) => blocks))
  const edgeOf = findRepeated(pages)
  return pages.map(({ blocks }) =>
    blocks.map((block): LayoutBlock => {
      const { look, ...settledBlock } = block
      const kind = edgeOf(block)
      if (kind) return { ...settledBlock, kind }
      return look && block.kind === 'title'
        ? { ...settledBlock, level: levelOf(look, block.text) }
        : settledBlock
    }),
  )
}

/** Larger titles are higher; of equal ones a longer section number is lower. */
function openLevels(blocks: readonly DraftBlock[]): (look: TitleLook, text: string) => number {
  const ranks = blocks
    .filter(({ kind, look }) => kind === 'title' && look)
    .map(({ look, text }) => ({ ...look!, depth: depthOf(text) }))
    .sort((a, b) => compareLooks(a, b) || a.depth - b.depth)
  const distinct: (TitleLook & { readonly depth: number })[] = []
  for (const rank of ranks) {
    const last = distinct.at(-1)
    if (!last || compareLooks(last, rank) !== 0) distinct.push(rank)
    // Titles without a number are as high as the highest of their look that have one.
    else if (last.depth === 0) distinct[distinct.length - 1] = rank
    else if (rank.depth !== last.depth) distinct.push(rank)
  }
  return (look, text) => {
    const depth = depthOf(text)
    const sameLooks = distinct.filter((one) => compareLooks(one, look) === 0)
    const own = sameLooks.find((one) => one.depth === depth) ?? sameLooks[0]
    return own ? Math.min(maxLevel, distinct.indexOf(own) + 1) : 1
  }
}

function compareLooks(a: TitleLook, b: TitleLook): number {
  if (a.size > maxSizeRatio * b.size) return -1
  if (b.size > maxSizeRatio * a.size) return 1
  return Number(b.isBold) - Number(a.isBold)
}

/** How many numbers a section number has; 0 without one. */
function depthOf(text: string): number {
  const number = /^\d{1,3}(?:\.\d{1,3}){0,4}(?=\.?\s)/.exec(text)?.[0]
  return number === undefined ? 0 : number.split('.').length
}

type EdgeKind = 'page-header' | 'page-footer'

/** Returns what of a page's edges other pages have at the same place, numbers aside. */
function findRepeated(pages: readonly PageDraft[]): (block: DraftBlock) => EdgeKind | undefined {
  const edges = new Map<string, { readonly box: Box; readonly page: number }[]>()
  const kinds = new Map<DraftBlock, EdgeKind>()
  for (const { height, blocks } of pages)
    for (const block of blocks) {
      const kind = edgeKindOf(block, height)
      if (!kind) continue
      kinds.set(block, kind)
      const places = edges.get(keyOf(block)) ?? []
      places.push({ box: block.box, page: block.page })
      edges.set(keyOf(block), places)
    }
  return (block) => {
    const kind = kinds.get(block)
    const places = kind ? edges.get(keyOf(block)) : undefined
    const isRepeated = places?.some(
      ({ box, page }) => page !== block.page && Math.abs(box[1] - block.box[1]) <= maxMove,
    )
    return isRepeated ? kind : undefined
  }
}

const keyOf = ({ text }: DraftBlock) => text.replace(/\d+/g, '#')

function edgeKindOf(block: DraftBlock, height: number): EdgeKind | undefined {
  const [, top, , bottom] = block.box
  if (block.text.length > maxEdgeLength) return undefined
  if (bottom <= edgeShare * height) return 'page-header'
  return top >= (1 - edgeShare) * height ? 'page-footer' : undefined
}
