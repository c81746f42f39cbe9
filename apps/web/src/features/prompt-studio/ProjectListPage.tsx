import { AppstoreOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { projectSharing } from '@recto/contract/organizations/sharing'
import { listProjects } from '@recto/contract/prompt-studio/prompt-studio'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { useStored } from '../../shared/browser/use-stored.ts'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ShareDialog } from '../../shared/sharing/ShareDialog.tsx'
import { DeleteProject } from './list/DeleteProject.tsx'
import { ImportProject } from './list/ImportProject.tsx'
import { ProjectCard } from './list/ProjectCard.tsx'
import { ProjectDialog } from './list/ProjectDialog.tsx'
import { ProjectGridSkeleton } from './list/ProjectGridSkeleton.tsx'
import { ProjectTable } from './list/ProjectTable.tsx'
import { StartFromDocument } from './list/StartFromDocument.tsx'
import { projectList } from './project.queries.ts'
import type { ListedProject } from './project.ts'
import './list/list.css'

type ProjectDialogState =
  | { readonly action: 'new' }
  | { readonly action: 'edit' | 'share' | 'delete'; readonly project: ListedProject }

const views = ['cards', 'list'] as const
type View = (typeof views)[number]
const isView = (value: unknown): value is View => views.some((view) => view === value)

const viewOption = (value: View, title: string, icon: ReactNode) => ({
  value,
  title,
  icon,
  label: <span className="visually-hidden">{title}</span>,
})

const recentFirst = (projects: readonly ListedProject[]) =>
  projects.toSorted((a, b) => b.modifiedAt.localeCompare(a.modifiedAt))

const noMatchText = (search: string) => `No projects match “${search}”.`

const POLL_MS = 3_000
const MAX_POLLS = 30

/** Lists the projects that the user may see. */
export function ProjectListPage() {
  const [openDialog, setOpenDialog] = useState<ProjectDialogState>()
  const [view, setView] = useStored<View>('projectView', isView, 'cards')
  const close = () => setOpenDialog(undefined)
  const projects = useQuery({
    ...projectList,
    // A new organization receives its sample project shortly after its creation, so an empty list
    // is polled for a while.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.length === 0 && dataUpdateCount < MAX_POLLS ? POLL_MS : false,
  })

  return (
    <>
      <ListPage
        title="Prompt Studio"
        description="Create structured data from unstructured documents"
        list={projects}
        failureText="Failed to load"
        skeleton={<ProjectGridSkeleton />}
        notice={<StartFromDocument />}
        search={{ label: 'Search projects', delayMs: 600, textOf: ({ name }) => name }}
        actions={
          <>
            <Segmented<View>
              aria-label="View"
              value={view}
              options={[
                viewOption('cards', 'Cards', <AppstoreOutlined aria-hidden="true" />),
                viewOption('list', 'List', <UnorderedListOutlined aria-hidden="true" />),
              ]}
              onChange={setView}
            />
            <ImportProject />
          </>
        }
        create={{
          id: 'new-project',
          label: 'New Project',
          onStart: () => setOpenDialog({ action: 'new' }),
        }}
        empty={{
          title: 'No tools to display',
          explanation:
            'A project contains sample documents and the prompts that extract values from them. Each value is linked to its location on the page.',
        }}
      >
        {(matchingProjects, _, search) =>
          view === 'list' ? (
            <ProjectTable
              projects={recentFirst(matchingProjects)}
              emptyText={noMatchText(search)}
              onOpen={(action, project) => setOpenDialog({ action, project })}
            />
          ) : (
            <ProjectGrid projects={matchingProjects} search={search} onOpen={setOpenDialog} />
          )
        }
      </ListPage>
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
    </>
  )
}

type GridProps = {
  readonly projects: readonly ListedProject[]
  readonly search: string
  onOpen(dialog: ProjectDialogState): void
}

/** The projects, most recently changed first. */
function ProjectGrid({ projects, search, onOpen }: GridProps) {
  if (projects.length === 0) {
    return <p className="project-none">{noMatchText(search)}</p>
  }
  return (
    <ul className="project-grid" aria-label="Projects">
      {recentFirst(projects).map((project) => (
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
