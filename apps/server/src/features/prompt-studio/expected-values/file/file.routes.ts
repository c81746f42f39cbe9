import { Readable } from 'node:stream'
import * as api from '@recto/contract/prompt-studio/truth-files'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../../platform/context.ts'
import { registerEndpoint } from '../../../../platform/http/register-endpoint.ts'
import { exportExpectedValues } from './export-expected-values.ts'
import { importExpectedValues } from './import-expected-values.ts'
import type { FileFault } from './read-file.ts'

/** JSONL has no registered type, and what contains “json” is taken for one value. */
const mimeTypes = { csv: 'text/csv', jsonl: 'text/plain' } as const

export function expectedValueFileRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.exportTruths, async (ctx, { actor, params, query, reply }) => {
    const { format } = query
    const { name, lines } = await exportExpectedValues(ctx, {
      actor,
      projectId: params.tool_id,
      format,
    })
    return reply
      .header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(`${name} expected values.${format}`)}`,
      )
      .type(`${mimeTypes[format]}; charset=utf-8`)
      .send(Readable.from(lines))
  })

  registerEndpoint(app, ctx, api.importTruths, async (ctx, { actor, params, body }) => {
    const result = await importExpectedValues(ctx, {
      actor,
      projectId: params.tool_id,
      format: body.format,
      text: body.truths_file,
      isDryRun: body.dry_run,
    })
    const { newValues, changedValues, sameCount, unknownLines, faults, isSaved } = result
    return {
      new: newValues.length,
      changed: changedValues.length,
      same: sameCount,
      unknown: unknownLines.length,
      faults: faults.length,
      unknown_lines: presentLines(unknownLines),
      fault_lines: presentLines(faults),
      is_saved: isSaved,
    }
  })
}

const presentLines = (lines: readonly FileFault[]): api.FileLineReply[] =>
  lines
    .toSorted((a, b) => a.line - b.line)
    .slice(0, api.maxListedLines)
    .map(({ line, document, field, reason }) => ({ line, document, field, reason }))
