import { createHash } from 'node:crypto'

type SampleOptions = { readonly workflowId: string; readonly percentage: number }

/**
 * Chooses the random sample of files that are looked at together: a share of them, and at least one.
 * It depends on content and workflow only, as that of a run.
 */
export function chooseSample(
  fileHashes: readonly string[],
  { workflowId, percentage }: SampleOptions,
): ReadonlySet<string> {
  if (percentage <= 0) return new Set()
  const size = Math.max(1, Math.floor((fileHashes.length * percentage) / 100))
  const rankOf = (fileHash: string) =>
    createHash('sha256').update(`${workflowId}:${fileHash}`).digest('hex')
  const candidates = fileHashes.map((fileHash) => ({ fileHash, rank: rankOf(fileHash) }))
  candidates.sort((a, b) => (a.rank < b.rank ? -1 : 1))
  return new Set(candidates.slice(0, size).map(({ fileHash }) => fileHash))
}
