import { listDeployments } from '@recto/contract/deployments'
import { rowsIn } from '@recto/contract/paging'
import { listProjects } from '@recto/contract/prompt-studio'
import { listWorkflows } from '@recto/contract/workflows'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { readAs } from '../../shared/api/ask.ts'
import { useDebounced } from '../../shared/browser/use-debounced.ts'
import type { OfferedCommand } from '../../shared/commands/commands.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { worksInReview } from '../../shared/session/works-in-review.ts'

/** More of one kind are found by more letters. */
export const shownOfAGroup = 20

/** As much as the server takes. */
const longestSearch = 255

type Thing = { readonly id: string; readonly title: string; readonly hint?: string }

/** The server searches, for an organization may have made more than a page holds. */
const wanted = (search: string) => ({ search, page: 1, page_size: shownOfAGroup })

const projects = (search: string) =>
  readAs(listProjects, { query: { include_prompts: 'false', ...wanted(search) } }, (found) =>
    rowsIn(found).map(
      (it): Thing => ({ id: it.tool_id, title: it.tool_name, hint: it.description }),
    ),
  )
const workflows = (search: string) =>
  readAs(listWorkflows, { query: wanted(search) }, (found) =>
    rowsIn(found).map(
      (it): Thing => ({ id: it.id, title: it.workflow_name, hint: it.description ?? '' }),
    ),
  )
const deployments = (search: string) =>
  readAs(listDeployments, { query: wanted(search) }, (found) =>
    rowsIn(found).map((it): Thing => ({ id: it.id, title: it.display_name, hint: it.api_name })),
  )

type Things = {
  readonly commands: readonly OfferedCommand[]
  /** Some could not be asked for, so that what is not found may be there all the same. */
  readonly isIncomplete: boolean
  /** What is typed has not been asked for yet, or not been answered. */
  readonly isSearching: boolean
}

/** What the organization has made under a name, each with the way to it. */
export function usePaletteThings(text: string): Things {
  const to = usePaths()
  const navigate = useNavigate()
  const mayHaveThem = !worksInReview(useSignedIn())
  const typed = text.trim().slice(0, longestSearch)
  const search = useDebounced(typed, 200)
  const enabled = mayHaveThem && search !== ''
  const lists = useQueries({
    queries: [projects(search), workflows(search), deployments(search)].map((list) => ({
      ...list,
      enabled,
      placeholderData: keepPreviousData,
    })),
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
  return {
    commands: search ? commands : [],
    isIncomplete: enabled && lists.some(({ error }) => error !== null),
    isSearching: mayHaveThem && (typed !== search || lists.some(({ isFetching }) => isFetching)),
  }
}
