import type { LayoutBlock } from '@recto/document-text/blocks/block'
import type { WordConfidence } from '@recto/document-text/layout/confidence-metadata'
import type { LineTableRow } from '@recto/document-text/layout/line-table'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'

type ResultFilesDependencies = Pick<Context, 'files'>
type Owner = Pick<Tenant, 'organizationId'>

/** Result of a job. */
export type TextResult = {
  readonly text: string
  /** The words with a confidence below 0.9, for each line of the text. */
  readonly confidence: readonly (readonly WordConfidence[])[]
  /** Present only for jobs with line numbers; otherwise empty. */
  readonly lines: readonly LineTableRow[]
  /** Present only for jobs that request blocks. */
  readonly pages?: readonly PageBlocks[]
}

/** Content of one page. */
export type PageBlocks = {
  /** Zero-based. */
  readonly number: number
  /** In points, as displayed. */
  readonly width: number
  readonly height: number
  /** Text in the layout of the page. */
  readonly text: string
  readonly blocks: readonly LayoutBlock[]
}

const folderOf = ({ organizationId }: Owner, jobId: string) =>
  `text-service/${organizationId}/${jobId}`
const textOf = (owner: Owner, jobId: string) => `${folderOf(owner, jobId)}/text.json`
const pagesOf = (owner: Owner, jobId: string) => `${folderOf(owner, jobId)}/pages.json`
const linesOf = (owner: Owner, jobId: string) => `${folderOf(owner, jobId)}/lines.json`

export async function storeResult(
  { files }: ResultFilesDependencies,
  owner: Owner,
  { jobId, result }: { readonly jobId: string; readonly result: TextResult },
): Promise<void> {
  const { text, confidence, lines, pages } = result
  if (pages) await files.write(pagesOf(owner, jobId), JSON.stringify(pages))
  await files.write(linesOf(owner, jobId), JSON.stringify(lines))
  await files.write(textOf(owner, jobId), JSON.stringify({ text, confidence }))
}

/** Returns the result of a job; `undefined` when its text was deleted. */
export async function findResult(
  ctx: ResultFilesDependencies,
  owner: Owner,
  jobId: string,
): Promise<TextResult | undefined> {
  const written = await readJson(ctx, textOf(owner, jobId))
  if (written === undefined) return undefined
  return { ...(written as Omit<TextResult, 'lines'>), lines: await findLines(ctx, owner, jobId) }
}

/** Returns the table of lines, which remains after the text was deleted. */
export async function findLines(
  ctx: ResultFilesDependencies,
  owner: Owner,
  jobId: string,
): Promise<LineTableRow[]> {
  return ((await readJson(ctx, linesOf(owner, jobId))) ?? []) as LineTableRow[]
}

/** Returns the blocks; `undefined` when they were not requested or were deleted. */
export async function findPageBlocks(
  ctx: ResultFilesDependencies,
  owner: Owner,
  jobId: string,
): Promise<PageBlocks[] | undefined> {
  return (await readJson(ctx, pagesOf(owner, jobId))) as PageBlocks[] | undefined
}

/** Deletes the text, but not the positions of its lines. */
export async function forgetText(
  { files }: ResultFilesDependencies,
  owner: Owner,
  jobId: string,
): Promise<void> {
  await files.delete(textOf(owner, jobId))
}

export async function forgetResult(
  { files }: ResultFilesDependencies,
  owner: Owner,
  jobId: string,
): Promise<void> {
  await files.delete(folderOf(owner, jobId))
}

async function readJson({ files }: ResultFilesDependencies, path: string): Promise<unknown> {
  if (!(await files.stat(path))) return undefined
  return JSON.parse(new TextDecoder().decode(await files.readBytes(path)))
}
