import { createHash, randomUUID } from 'node:crypto'
import type { PartitionElement, PartitionForm } from '@recto/contract/text-service/parsers'
import type { LayoutBlock } from '@recto/document-text/blocks/block'
import { htmlTableOf } from '@recto/document-text/blocks/html'
import { omitUndefined } from '@recto/omit-undefined'
import type { PageBlocks } from '../../results/result-files.ts'
import { splitFieldValues } from '../form-fields.ts'

type PartitionContext = {
  readonly fields: PartitionForm
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
  context: PartitionContext,
): PartitionElement[] {
  const firstPageNumber = context.fields.starting_page_number ?? 1
  return pages.flatMap((page, index) => {
    const elements = page.blocks.map((block) =>
      elementOf(block, { ...context, page, firstPageNumber }),
    )
    const needsPageBreak = context.fields.include_page_breaks && index > 0
    return needsPageBreak
      ? [pageBreakBefore(page, { ...context, page, firstPageNumber }), ...elements]
      : elements
  })
}

type ElementContext = PartitionContext & {
  readonly page: PageBlocks
  readonly firstPageNumber: number
}

function elementOf(
  block: LayoutBlock,
  { fields, page, firstPageNumber, ...file }: ElementContext,
): PartitionElement {
  const number = page.number + firstPageNumber
  const hasHtml =
    block.cells !== undefined && !splitFieldValues(fields.skip_infer_table_types).includes('pdf')
  return {
    type: typeOf(block),
    element_id: fields.unique_element_ids
      ? randomUUID()
      : hashOf([file.name, number, block.box, block.text]),
    text: block.text.replaceAll('\t', ' '),
    metadata: {
      ...metadataOf(file),
      page_number: number,
      ...omitUndefined({
        text_as_html: hasHtml ? htmlTableOf(block.cells ?? [], block.merged) : undefined,
        coordinates: fields.coordinates ? coordinatesOf(block, page) : undefined,
      }),
    },
  }
}

const metadataOf = ({
  name,
  mimeType,
  languages,
}: Pick<PartitionContext, 'name' | 'mimeType' | 'languages'>) => ({
  filename: name,
  filetype: mimeType,
  languages: languages.length > 0 ? [...languages] : ['eng'],
})

const pageBreakBefore = (
  page: PageBlocks,
  { firstPageNumber, ...file }: ElementContext,
): PartitionElement => ({
  type: 'PageBreak',
  element_id: hashOf([file.name, page.number, 'break']),
  text: '',
  metadata: metadataOf(file),
})

/**
 * Minimum number of words of narrative text: prose contains a verb, which cannot be detected here,
 * so the length decides.
 */
const minProseWords = 5

function typeOf({ kind, text }: LayoutBlock): PartitionElement['type'] {
  if (kind === 'title') return 'Title'
  if (kind === 'list-item') return 'ListItem'
  if (kind === 'table') return 'Table'
  if (kind === 'page-header') return 'Header'
  if (kind === 'page-footer') return 'Footer'
  return text.split(' ').length >= minProseWords ? 'NarrativeText' : 'UncategorizedText'
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
