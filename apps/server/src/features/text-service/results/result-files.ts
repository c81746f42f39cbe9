import type { LayoutBlock } from '@recto/document-text/blocks/block'
import type { WordConfidence } from '@recto/document-text/layout/confidence-metadata'
import type { LineTableRow } from '@recto/document-text/layout/line-table'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'

type Needs = Pick<Context, 'files'>
type Owner = Pick<Tenant, 'organizationId'>

/** What a job has made of a document. */
export type TextResult = {
  readonly text: string
  /** For each line of the text the words that are less than certain. */
  readonly confidence: readonly (readonly WordConfidence[])[]
  /** Only of jobs that number their lines. */
  readonly lines: readonly LineTableRow[]
  /** Only of jobs that ask for blocks. */
  readonly pages?: readonly PageBlocks[]
}

/** What stands on one page. */
export type PageBlocks = {
  /** Zero-based. */
  readonly number: number
  /** Points, as displayed. */
  readonly width: number
  readonly height: number
  /** As it is laid out. */
  readonly text: string
  readonly blocks: readonly LayoutBlock[]
}

const folderOf = ({ organizationId }: Owner, jobId: string) =>
  `text-service/${organizationId}/${jobId}`
const textOf = (owner: Owner, jobId: string) => `${folderOf(owner, jobId)}/text.json`
const pagesOf = (owner: Owner, jobId: string) => `${folderOf(owner, jobId)}/pages.json`
const linesOf = (owner: Owner, jobId: string) => `${folderOf(owner, jobId)}/lines.json`

export async function storeResult(
  { files }: Needs,
  owner: Owner,
  { jobId, result }: { readonly jobId: string; readonly result: TextResult },
): Promise<void> {
  const { text, confidence, lines, pages } = result
  if (pages) await files.write(pagesOf(owner, jobId), JSON.stringify(pages))
  await files.write(linesOf(owner, jobId), JSON.stringify(lines))
  await files.write(textOf(owner, jobId), JSON.stringify({ text, confidence }))
}

/** `undefined` when its text is no longer kept. */
export async function findResult(
  ctx: Needs,
  owner: Owner,
  jobId: string,
): Promise<TextResult | undefined> {
  const written = await readJson(ctx, textOf(owner, jobId))
  if (written === undefined) return undefined
  return { ...(written as Omit<TextResult, 'lines'>), lines: await findLines(ctx, owner, jobId) }
}

/** They outlive the text. */
export async function findLines(ctx: Needs, owner: Owner, jobId: string): Promise<LineTableRow[]> {
  return ((await readJson(ctx, linesOf(owner, jobId))) ?? []) as LineTableRow[]
}

/** `undefined` when they were not asked for, or are no longer kept. */
export async function findPageBlocks(
  ctx: Needs,
  owner: Owner,
  jobId: string,
): Promise<PageBlocks[] | undefined> {
  return (await readJson(ctx, pagesOf(owner, jobId))) as PageBlocks[] | undefined
}

/** Everything but where the lines were. */
export async function forgetText({ files }: Needs, owner: Owner, jobId: string): Promise<void> {
  await files.delete(textOf(owner, jobId))
}

export async function forgetResult({ files }: Needs, owner: Owner, jobId: string): Promise<void> {
  await files.delete(folderOf(owner, jobId))
}

async function readJson({ files }: Needs, path: string): Promise<unknown> {
  if (!(await files.stat(path))) return undefined
  return JSON.parse(new TextDecoder().decode(await files.readBytes(path)))
}
