import { createHash, randomUUID } from 'node:crypto'
import type { PartitionElement, PartitionForm } from '@recto/contract/text-service/parsers'
import type { LayoutBlock } from '@recto/document-text/blocks/block'
import { htmlTableOf } from '@recto/document-text/blocks/html'
import { omitUndefined } from '@recto/omit-undefined'
import type { PageBlocks } from '../../results/result-files.ts'
import { valuesOf } from '../wishes.ts'

type Context = {
  readonly asked: PartitionForm
  readonly name: string
  readonly mimeType: string
  readonly languages: readonly string[]
}

/**
 * Presents blocks as elements. Pages are counted from 1, or from the number at which the client
 * says that its part of the document begins.
 */
export function presentElements(
  pages: readonly PageBlocks[],
  context: Context,
): PartitionElement[] {
  const first = context.asked.starting_page_number ?? 1
  return pages.flatMap((page, index) => {
    const elements = page.blocks.map((block) => elementOf(block, { ...context, page, first }))
    const isBroken = context.asked.include_page_breaks && index > 0
    return isBroken ? [breakBefore(page, { ...context, page, first }), ...elements] : elements
  })
}

type Place = Context & { readonly page: PageBlocks; readonly first: number }

function elementOf(block: LayoutBlock, { asked, page, first, ...file }: Place): PartitionElement {
  const number = page.number + first
  const withHtml =
    block.cells !== undefined && !valuesOf(asked.skip_infer_table_types).includes('pdf')
  return {
    type: typeOf(block),
    element_id: asked.unique_element_ids
      ? randomUUID()
      : hashOf([file.name, number, block.box, block.text]),
    text: block.text.replaceAll('\t', ' '),
    metadata: {
      ...metadataOf(file),
      page_number: number,
      ...omitUndefined({
        text_as_html: withHtml ? htmlTableOf(block.cells ?? []) : undefined,
        coordinates: asked.coordinates ? coordinatesOf(block, page) : undefined,
      }),
    },
  }
}

const metadataOf = ({
  name,
  mimeType,
  languages,
}: Pick<Context, 'name' | 'mimeType' | 'languages'>) => ({
  filename: name,
  filetype: mimeType,
  languages: languages.length > 0 ? [...languages] : ['eng'],
})

const breakBefore = (page: PageBlocks, { first, ...file }: Place): PartitionElement => ({
  type: 'PageBreak',
  element_id: hashOf([file.name, page.number, 'break']),
  text: '',
  metadata: metadataOf(file),
})

/**
 * Minimum number of words of narrative text: prose contains a verb, which cannot be detected here,
 * so the length decides.
 */
const wordsOfProse = 5

function typeOf({ kind, text }: LayoutBlock): PartitionElement['type'] {
  if (kind === 'title') return 'Title'
  if (kind === 'list-item') return 'ListItem'
  if (kind === 'table') return 'Table'
  return text.split(' ').length >= wordsOfProse ? 'NarrativeText' : 'UncategorizedText'
}

function coordinatesOf({ box: [x0, y0, x1, y1] }: LayoutBlock, { width, height }: PageBlocks) {
  const points: [number, number][] = [
    [x0, y0],
    [x0, y1],
    [x1, y1],
    [x1, y0],
  ]
  return { points, system: 'PixelSpace', layout_width: width, layout_height: height }
}

const hashOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
