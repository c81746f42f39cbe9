import { listDeployments } from '@recto/contract/deployments'
import { listProjects } from '@recto/contract/prompt-studio'
import { listWorkflows } from '@recto/contract/workflows'
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { readAs } from '../../shared/api/ask.ts'
import type { OfferedCommand } from '../../shared/commands/commands.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { worksInReview } from '../../shared/session/works-in-review.ts'

type Thing = { readonly id: string; readonly title: string; readonly hint?: string }

const projects = readAs(listProjects, { query: { include_prompts: 'false' } }, (found) =>
  found.map((it): Thing => ({ id: it.tool_id, title: it.tool_name, hint: it.description })),
)
const workflows = readAs(listWorkflows, { query: {} }, (found) =>
  found.map((it): Thing => ({ id: it.id, title: it.workflow_name, hint: it.description ?? '' })),
)
const deployments = readAs(listDeployments, { query: {} }, (found) =>
  found.map((it): Thing => ({ id: it.id, title: it.display_name, hint: it.api_name })),
)

type Things = {
  readonly commands: readonly OfferedCommand[]
  /** Some could not be asked for, so that what is not found may be there all the same. */
  readonly isIncomplete: boolean
}

/** What the organization has made, each with the way to it. Asked for when the palette opens. */
export function usePaletteThings(): Things {
  const to = usePaths()
  const navigate = useNavigate()
  const enabled = !worksInReview(useSignedIn())
  const lists = useQueries({
    queries: [projects, workflows, deployments].map((list) => ({ ...list, enabled })),
  })
  const ways = [
    { group: 'Projects', pathOf: ({ id }: Thing) => to.project(id) },
    { group: 'Workflows', pathOf: ({ id }: Thing) => to.workflow(id) },
    { group: 'API deployments', pathOf: () => to.apiDeployments() },
  ]

  const commands = ways.flatMap(({ group, pathOf }, place) =>
    (lists[place]?.data ?? []).map((thing) => ({
      id: `${group}:${thing.id}`,
      title: thing.title,
      group,
      ...(thing.hint && { hint: thing.hint }),
      run: () => void navigate({ to: pathOf(thing) }),
    })),
  )
  return { commands, isIncomplete: lists.some(({ error }) => error !== null) }
}
