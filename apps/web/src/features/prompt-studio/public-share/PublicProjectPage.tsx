import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { detourTo } from '../../../shared/api/address.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { documentList } from '../document.queries.ts'
import { Editor } from '../editor/Editor.tsx'
import { EditorSkeleton } from '../editor/EditorSkeleton.tsx'
import { profileList } from '../profile.queries.ts'
import { project as projectQuery } from '../project.queries.ts'
import { ReadOnlyContext } from '../state/read-only.ts'
import { PublicHeader } from './PublicHeader.tsx'
import { PublicPrompts } from './PublicPrompts.tsx'
import { publicAddresses } from './public-addresses.ts'
import './public.css'

/** A project as everybody reads it who has its link. */
export function PublicProjectPage() {
  const { shareId = '' } = useParams({ strict: false })
  return <SharedProject key={shareId} shareId={shareId} />
}

type Props = { readonly shareId: string }

function SharedProject({ shareId }: Props) {
  // Nothing that strangers are answered may stand for what members are.
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } }),
  )
  const [isTurned, setTurned] = useState(false)
  useEffect(() => {
    detourTo(publicAddresses(shareId))
    setTurned(true)
    return () => detourTo(undefined)
  }, [shareId])

  return (
    <QueryClientProvider client={client}>
      <ReadOnlyContext value={true}>
        <main className="public-studio">
          {isTurned ? <LoadedProject shareId={shareId} /> : <EditorSkeleton />}
        </main>
      </ReadOnlyContext>
    </QueryClientProvider>
  )
}

function LoadedProject({ shareId }: Props) {
  const project = useQuery(projectQuery(shareId))
  const profiles = useQuery(profileList(shareId))
  const documents = useQuery(documentList(shareId))

  if (project.data && profiles.data && documents.data) {
    return (
      <Editor
        project={project.data}
        profiles={profiles.data}
        documents={documents.data}
        header={<PublicHeader shareId={shareId} />}
        drawPrompts={(outputs) => <PublicPrompts outputs={outputs} />}
      />
    )
  }
  const error = project.error ?? profiles.error ?? documents.error
  return error ? <Leave error={error} /> : <EditorSkeleton />
}

/** To the projects of whoever is signed in, and else to the door. */
function Leave({ error }: { readonly error: unknown }) {
  const alerts = useAlerts()
  useEffect(() => alerts.failed(error, 'Failed to load the shared project'), [alerts, error])
  return <Navigate to={paths.home()} replace />
}
