import { getProject, type Project } from '@recto/contract/prompt-studio/prompt-studio'
import { requestOf } from '../../platform/mcp/api-request.ts'
import type { McpToolReply } from '../../platform/mcp/mcp-server.ts'
import type { AgentCall } from './define-tool.ts'
import { toToolReply } from './to-tool-reply.ts'

/** Lists what an agent needs of the prompts of a project. */
export async function listPromptsOfProject(
  send: AgentCall['send'],
  projectId: string,
): Promise<McpToolReply> {
  const reply = toToolReply(await send(requestOf(getProject, { params: { tool_id: projectId } })))
  if (reply.isError) return reply
  const { prompts, default_profile } = reply.content as Project
  return {
    content: {
      default_profile,
      prompts: prompts.map(
        ({
          prompt_id,
          prompt_key,
          prompt,
          prompt_type,
          enforce_type,
          active,
          profile_manager,
        }) => ({
          prompt_id,
          prompt_key,
          prompt,
          prompt_type,
          enforce_type,
          active,
          profile_manager,
        }),
      ),
    },
    isError: false,
  }
}
