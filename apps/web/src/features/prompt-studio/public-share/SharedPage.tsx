import type { Endpoint } from '@recto/contract/endpoint'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { detourTo } from '../../../shared/api/address.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { documentList } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import { EditorSkeleton } from '../editor/EditorSkeleton.tsx'
import { profileList } from '../profile.queries.ts'
import type { LlmProfile } from '../profile.ts'
import { project as projectQuery } from '../project.queries.ts'
import type { Project } from '../project.ts'
import { ReadOnlyContext } from '../state/read-only.ts'
import { publicAddresses } from './public-addresses.ts'
import './public.css'

/** A project as its link gives it. */
type Shared = {
  readonly shareId: string
  readonly project: Project
  readonly profiles: readonly LlmProfile[]
  readonly documents: readonly PromptDocument[]
}

type Draw = (shared: Shared) => ReactNode

/** A page that everybody reads who has the link of a project. */
export function SharedPage({ draw }: { readonly draw: Draw }) {
  const { shareId = '' } = useParams({ strict: false })
  return <SharedProject key={shareId} shareId={shareId} draw={draw} failed={leaveIt} />
}

type Props = {
  readonly shareId: string
  readonly draw: Draw
  /** What stands there when it cannot be read. */
  readonly failed: (error: unknown) => ReactNode
  /** What the page asks as a member all the same. */
  readonly besides?: readonly Endpoint[]
}

/** The pages of the studio below it read the project by its link, and nothing else. */
export function SharedProject({ shareId, draw, failed, besides }: Props) {
  // Nothing that strangers are answered may stand for what members are.
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } }),
  )
  const [isTurned, setTurned] = useState(false)
  useEffect(() => {
    detourTo(publicAddresses(shareId, besides))
    setTurned(true)
    return () => detourTo(undefined)
  }, [shareId, besides])

  return (
    <QueryClientProvider client={client}>
      <ReadOnlyContext value={true}>
        <main className="public-studio">
          {isTurned ? (
            <LoadedProject shareId={shareId} draw={draw} failed={failed} />
          ) : (
            <EditorSkeleton />
          )}
        </main>
      </ReadOnlyContext>
    </QueryClientProvider>
  )
}

function LoadedProject({ shareId, draw, failed }: Props) {
  const project = useQuery(projectQuery(shareId))
  const profiles = useQuery(profileList(shareId))
  const documents = useQuery(documentList(shareId))

  if (project.data && profiles.data && documents.data) {
    const [given, models, files] = [project.data, profiles.data, documents.data]
    return draw({ shareId, project: given, profiles: models, documents: files })
  }
  const error = project.error ?? profiles.error ?? documents.error
  return error ? failed(error) : <EditorSkeleton />
}

const leaveIt = (error: unknown) => <Leave error={error} />

/** To the projects of whoever is signed in, and else to the door. */
function Leave({ error }: { readonly error: unknown }) {
  const alerts = useAlerts()
  useEffect(() => alerts.failed(error, 'Failed to load the shared project'), [alerts, error])
  return <Navigate to={paths.home()} replace />
}
