import * as args from '@recto/contract/agents/agents'
import { extractBySchema } from '@recto/contract/text-service/extract-by-schema'
import { getSplitStatus, retrieveSplit, splitFile } from '@recto/contract/text-service/split'
import { omitUndefined } from '@recto/omit-undefined'
import { tenantOf } from '../../platform/context.ts'
import { requestOf } from '../../platform/mcp/api-request.ts'
import { showTextKey } from '../text-service/text-service.port.ts'
import { type AgentCall, billableTool, readingTool } from './define-tool.ts'
import { toToolReply } from './to-tool-reply.ts'

/** The text service knows keys of its own, so its requests are sent with one of the organization's. */
const findTextKey = ({ ctx, agent }: AgentCall): Promise<string> =>
  showTextKey(ctx, tenantOf(ctx, agent.actor))

/** Tools that work on a document of the agent, without a project. */
export const documentTools = {
  extractBySchema: billableTool({
    title: 'Extract values by a schema',
    description:
      'Reads one document and returns the values that a JSON Schema describes, each with its evidence, without a project.',
    input: args.ExtractValues,
    run: async ({ document_url, content, file_name, json_schema, model }, call) => {
      const request = requestOf(extractBySchema, {
        body: {
          schema: json_schema,
          ...omitUndefined({ url: document_url, base64_string: content, file_name, model }),
        },
      })
      return toToolReply(await call.send({ ...request, textKey: await findTextKey(call) }))
    },
  }),
  splitDocument: billableTool({
    title: 'Split a file',
    description:
      'Starts to split a file that holds several documents. Call getSplitResult with the split_hash.',
    input: args.SplitDocument,
    run: async ({ document_url, content, file_name, mode, pages_per_part }, call) => {
      const request = requestOf(splitFile, {
        query: {
          mode,
          ...omitUndefined({ file_name, pages_per_part: pages_per_part?.toString() }),
          url_in_post: document_url === undefined ? 'false' : 'true',
        },
      })
      const body =
        document_url === undefined
          ? Buffer.from(content ?? '', 'base64')
          : Buffer.from(document_url)
      return toToolReply(await call.send({ ...request, body, textKey: await findTextKey(call) }))
    },
  }),
  getSplitResult: readingTool({
    title: 'Get the parts of a file',
    description:
      'Returns the parts that splitDocument found, or the status while the file is being split.',
    input: args.OfSplit,
    run: async (query, call) => {
      const textKey = await findTextKey(call)
      const status = await call.send({ ...requestOf(getSplitStatus, { query }), textKey })
      const { status: state } = (toToolReply(status).content ?? {}) as { status?: unknown }
      if (state !== 'processed') return toToolReply(status)
      return toToolReply(await call.send({ ...requestOf(retrieveSplit, { query }), textKey }))
    },
  }),
}
