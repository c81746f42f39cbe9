import { listDeployments } from '@recto/contract/deployments/deployments'
import { listProjects } from '@recto/contract/prompt-studio/prompt-studio'
import { rowsIn } from '@recto/contract/wire/paging'
import { listWorkflows } from '@recto/contract/workflows/workflows'
import { omitUndefined } from '@recto/omit-undefined'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { readAs } from '../../shared/api/requests.ts'
import { useDebounced } from '../../shared/browser/use-debounced.ts'
import type { OfferedCommand } from '../../shared/commands/commands.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { isReviewOnly, useSignedIn } from '../../shared/session/signed-in.ts'

/** Maximum number of results per group; typing more letters narrows them down. */
export const maxGroupResults = 20

/** Maximum length that the server accepts. */
const maxSearchLength = 255

type PaletteItem = { readonly id: string; readonly title: string; readonly hint?: string }

/** Searches on the server, because an organization may have more items than one page. */
const searchQuery = (search: string) => ({ search, page: 1, page_size: maxGroupResults })

const projects = (search: string) =>
  readAs(listProjects, { query: { include_prompts: 'false', ...searchQuery(search) } }, (page) =>
    rowsIn(page).map(
      (project): PaletteItem => ({
        id: project.tool_id,
        title: project.tool_name,
        hint: project.description,
      }),
    ),
  )
const workflows = (search: string) =>
  readAs(listWorkflows, { query: searchQuery(search) }, (page) =>
    rowsIn(page).map(
      (workflow): PaletteItem => ({
        id: workflow.id,
        title: workflow.workflow_name,
        hint: workflow.description ?? '',
      }),
    ),
  )
const deployments = (search: string) =>
  readAs(listDeployments, { query: searchQuery(search) }, (page) =>
    rowsIn(page).map(
      (deployment): PaletteItem => ({
        id: deployment.id,
        title: deployment.display_name,
        hint: deployment.api_name,
      }),
    ),
  )

type PaletteResults = {
  readonly commands: readonly OfferedCommand[]
  /** Whether a request failed, so results may be missing. */
  readonly isIncomplete: boolean
  /** Whether the results for the typed text are still awaited. */
  readonly isSearching: boolean
}

/**
 * Searches the organization's projects, workflows and deployments by name; each result opens its
 * page.
 */
export function usePaletteResults(text: string): PaletteResults {
  const to = usePaths()
  const navigate = useNavigate()
  const maySearch = !isReviewOnly(useSignedIn())
  const query = text.trim().slice(0, maxSearchLength)
  const search = useDebounced(query, 200)
  const enabled = maySearch && search !== ''
  const lists = useQueries({
    queries: [projects(search), workflows(search), deployments(search)].map((list) => ({
      ...list,
      enabled,
      placeholderData: keepPreviousData,
    })),
  })
  const resultGroups = [
    { group: 'Projects', pathOf: ({ id }: PaletteItem) => to.project(id) },
    { group: 'Workflows', pathOf: ({ id }: PaletteItem) => to.workflow(id) },
    { group: 'API deployments', pathOf: () => to.apiDeployments() },
  ]

  const commands = resultGroups.flatMap(({ group, pathOf }, index) =>
    (lists[index]?.data ?? []).map((item) => ({
      id: `${group}:${item.id}`,
      title: item.title,
      group,
      ...omitUndefined({ hint: item.hint || undefined }),
      run: () => void navigate({ to: pathOf(item) }),
    })),
  )
  return {
    commands: search ? commands : [],
    isIncomplete: enabled && lists.some(({ error }) => error !== null),
    isSearching: maySearch && (query !== search || lists.some(({ isFetching }) => isFetching)),
  }
}
