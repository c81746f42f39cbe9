import { keepSimpleProject } from '@recto/contract/simple-studio/simple-studio'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Refusal } from '../../shared/api/refusal.ts'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { useAddressSearch } from '../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { EditorSkeleton, SharedProject } from '../prompt-studio/prompt-studio.port.ts'
import { SimpleStudio } from './SimpleStudio.tsx'
import type { SimpleProject } from './simple-project.ts'
import { withCookieKey } from './simple-project.ts'
import { simpleProject } from './simple-studio.queries.ts'
import { UploadStep } from './upload/UploadStep.tsx'
import './simple-studio.css'

/** The page of a visitor's project: first the upload, then the studio. */
export function SimpleProjectPage() {
  const { simpleProjectId = '' } = useParams({ strict: false })
  useCarriedKey()
  const {
    data: project,
    error,
    refetch,
  } = useQuery({
    ...simpleProject(simpleProjectId),
    retry: false,
  })
  if (project) return <ProjectScreen key={project.id} project={project} />
  if (error instanceof Refusal && error.status === 404) return <NoProject />
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />
  return (
    <main className="public-studio">
      <EditorSkeleton />
    </main>
  )
}

/**
 * Adds the key that a previous site has left in a cookie to the address of every page of the
 * studio.
 */
function useCarriedKey(): void {
  const search = useAddressSearch()
  const navigate = useNavigate()
  useEffect(() => {
    const carriedParams = withCookieKey(search)
    if (carriedParams !== search)
      void navigate({ to: '.', search: carriedParams as never, replace: true })
  }, [search, navigate])
}

/** Endpoints called as a member: a signed-in user can keep the project. */
const extraCommands = [keepSimpleProject]

function ProjectScreen({ project }: { readonly project: SimpleProject }) {
  const [isUploading, setUploading] = useState(project.documents.length === 0)
  if (isUploading) return <UploadStep project={project} onContinue={() => setUploading(false)} />
  return (
    <SharedProject
      shareId={project.shareId}
      memberEndpoints={extraCommands}
      render={(shared) => <SimpleStudio {...shared} simpleId={project.id} />}
      renderError={(error) => (
        <FailureState error={error} onRetry={() => window.location.reload()} />
      )}
    />
  )
}

function NoProject() {
  usePageTitle('Project not found')
  return (
    <main className="simple-absent">
      <p className="simple-status" aria-hidden="true">
        404
      </p>
      <EmptyState
        title="This project does not exist"
        explanation="The link is wrong, or the project has expired. Projects that are created without an account are deleted after a while."
      >
        <Button type="primary" href="/simple-prompt-studio">
          Create New Project
        </Button>
      </EmptyState>
    </main>
  )
}
