import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { projectSharing } from '@recto/contract/organizations/sharing'
import { listProjects } from '@recto/contract/prompt-studio/prompt-studio'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useDebounced } from '../../shared/browser/use-debounced.ts'
import { useCommands } from '../../shared/commands/commands.ts'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { ShareDialog } from '../../shared/sharing/ShareDialog.tsx'
import { DeleteProject } from './list/DeleteProject.tsx'
import { ImportProject } from './list/ImportProject.tsx'
import { ProjectCard } from './list/ProjectCard.tsx'
import { ProjectDialog } from './list/ProjectDialog.tsx'
import { ProjectGridSkeleton } from './list/ProjectGridSkeleton.tsx'
import { projectList } from './project.queries.ts'
import type { ListedProject } from './project.ts'
import './list/list.css'

const SEARCH_DEBOUNCE_MS = 600

type ProjectDialogState =
  | { readonly action: 'new' }
  | { readonly action: 'edit' | 'share' | 'delete'; readonly project: ListedProject }

/** Lists the projects that the user may see. */
export function ProjectListPage() {
  usePageTitle('Prompt Studio')
  const [openDialog, setOpenDialog] = useState<ProjectDialogState>()
  const [search, setSearch] = useState('')
  const startNew = () => setOpenDialog({ action: 'new' })
  const close = () => setOpenDialog(undefined)
  useCommands([
    { id: 'new-project', title: 'New Project', group: 'This page', shortcut: 'n', run: startNew },
  ])

  return (
    <div className="page">
      <PageHeader
        title="Prompt Studio"
        description="Create structured data from unstructured documents"
      >
        <Input
          allowClear
          type="search"
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder="Search by name"
          aria-label="Search projects"
          style={{ width: 220 }}
          onChange={({ target }) => setSearch(target.value)}
        />
        <ImportProject />
        <Button type="primary" icon={<PlusOutlined />} onClick={startNew}>
          New Project
        </Button>
      </PageHeader>
      <Projects search={useDebounced(search, SEARCH_DEBOUNCE_MS)} onOpen={setOpenDialog} />
      {openDialog?.action === 'new' && <ProjectDialog onClose={close} />}
      {openDialog?.action === 'edit' && (
        <ProjectDialog project={openDialog.project} onClose={close} />
      )}
      {openDialog?.action === 'share' && (
        <ShareDialog
          id={openDialog.project.id}
          name={openDialog.project.name}
          noun="project"
          endpoints={projectSharing}
          lists={[listProjects]}
          onClose={close}
        />
      )}
      {openDialog?.action === 'delete' && (
        <DeleteProject project={openDialog.project} onClose={close} />
      )}
    </div>
  )
}

type ProjectsProps = {
  readonly search: string
  onOpen(dialog: ProjectDialogState): void
}

const POLL_MS = 3_000
const MAX_POLLS = 30

function Projects({ search, onOpen }: ProjectsProps) {
  const {
    data: projects,
    error,
    refetch,
  } = useQuery({
    ...projectList,
    // A new organization receives its sample project shortly after its creation, so an empty list
    // is polled for a while.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.length === 0 && dataUpdateCount < MAX_POLLS ? POLL_MS : false,
  })

  if (error && !projects) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load" onRetry={retry} />
  }
  if (!projects) return <ProjectGridSkeleton />
  if (projects.length === 0) {
    return (
      <div className="sheet">
        <EmptyState
          title="No tools to display"
          explanation="A project contains sample documents and the prompts that extract values from them. Each value is linked to its location on the page."
        >
          <Button type="primary" icon={<PlusOutlined />} onClick={() => onOpen({ action: 'new' })}>
            New Project
          </Button>
        </EmptyState>
      </div>
    )
  }

  const matchingProjects = filterProjects(projects, search)
  if (matchingProjects.length === 0) {
    return <p className="project-none">No projects match “{search.trim()}”.</p>
  }
  return (
    <ul className="project-grid" aria-label="Projects">
      {matchingProjects.map((project) => (
        <ProjectCard
          key={project.id}
          project={project}
          onEdit={() => onOpen({ action: 'edit', project })}
          onShare={() => onOpen({ action: 'share', project })}
          onDelete={() => onOpen({ action: 'delete', project })}
        />
      ))}
    </ul>
  )
}

/** Returns the matching projects, most recently changed first. */
function filterProjects(
  projects: readonly ListedProject[],
  search: string,
): readonly ListedProject[] {
  const normalizedSearch = search.trim().toLowerCase()
  return projects
    .filter(({ name }) => name.toLowerCase().includes(normalizedSearch))
    .toSorted((a, b) => b.modifiedAt.localeCompare(a.modifiedAt))
}
