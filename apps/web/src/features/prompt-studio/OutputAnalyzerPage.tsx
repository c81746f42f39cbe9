import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { Analyzer } from './analyzer/Analyzer.tsx'
import { documentList } from './document.queries.ts'
import { EditorSkeleton } from './editor/EditorSkeleton.tsx'
import { profileList } from './profile.queries.ts'
import { project as projectQuery } from './project.queries.ts'

export function OutputAnalyzerPage() {
  const { projectId = '' } = useParams({ strict: false })
  const project = useQuery(projectQuery(projectId))
  const profiles = useQuery(profileList(projectId))
  const documents = useQuery(documentList(projectId))
  const to = usePaths()
  usePageTitle(project.data?.name ?? '')

  if (project.data && profiles.data && documents.data) {
    return (
      <Analyzer
        project={project.data}
        profiles={profiles.data}
        documents={documents.data}
        backLink={to.project(projectId)}
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
