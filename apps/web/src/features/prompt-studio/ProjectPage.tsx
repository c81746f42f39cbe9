import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { usePaths } from '../../shared/navigation/paths.ts'
import { documentList } from './document.queries.ts'
import { Editor } from './editor/Editor.tsx'
import type { StudioParts } from './editor/EditorHeader.tsx'
import { EditorHeader } from './editor/EditorHeader.tsx'
import { EditorSkeleton } from './editor/EditorSkeleton.tsx'
import { useFollowProject } from './news/use-follow-project.ts'
import { profileList } from './profile.queries.ts'
import { project as projectQuery } from './project.queries.ts'

type Props = { readonly parts?: StudioParts }

export function ProjectPage({ parts }: Props) {
  const { projectId = '' } = useParams({ strict: false })
  // The key gives each project a separate editor, so runs, uploads and drafts are not carried over
  // to another project.
  return <LoadedProject key={projectId} id={projectId} parts={parts} />
}

type LoadedProps = { readonly id: string; readonly parts: StudioParts | undefined }

function LoadedProject({ id, parts }: LoadedProps) {
  useFollowProject(id)
  const project = useQuery(projectQuery(id))
  const profiles = useQuery(profileList(id))
  const documents = useQuery(documentList(id))
  const alerts = useAlerts()
  const isStale = project.data !== undefined && project.isError
  useEffect(() => {
    // The loaded project stays on the screen, although it may be out of date.
    if (isStale) alerts.showError(project.error, 'Failed to fetch prompt details')
  }, [isStale, project.error, alerts])

  if (project.data && profiles.data && documents.data) {
    return (
      <Editor
        project={project.data}
        profiles={profiles.data}
        documents={documents.data}
        header={<EditorHeader parts={parts} />}
      />
    )
  }
  const error = project.error ?? profiles.error ?? documents.error
  return error ? <BackToList error={error} /> : <EditorSkeleton />
}

function BackToList({ error }: { readonly error: unknown }) {
  const alerts = useAlerts()
  useEffect(() => alerts.showError(error, 'Failed to load the custom tool'), [alerts, error])
  return <Navigate to={usePaths().projects()} replace />
}
