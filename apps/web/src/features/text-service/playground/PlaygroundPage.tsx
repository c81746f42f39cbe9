import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import type { TextKey } from '../text-key.ts'
import { textKeys } from '../text-service.queries.ts'
import type { PlaygroundTrial } from './options.ts'
import { defaultOptions } from './options.ts'
import { ResultScreen } from './ResultScreen.tsx'
import { UploadScreen } from './UploadScreen.tsx'
import { useExtraction } from './use-extraction.ts'
import '../text-service.css'

/** Tries the extraction on a document of the user or on a sample. */
export function PlaygroundPage() {
  usePageTitle('Playground')
  const { data: keys, error, refetch } = useQuery(textKeys)
  return (
    <div className="page text-playground">
      {error && !keys && (
        <FailureState
          error={error}
          fallback="Failed to fetch API Keys"
          onRetry={() => void refetch()}
        />
      )}
      {!error && !keys && <ListSkeleton />}
      {keys && <Playground keys={keys.filter(({ isActive }) => isActive)} />}
    </div>
  )
}

function Playground({ keys }: { readonly keys: readonly TextKey[] }) {
  const [draft, setDraft] = useState<PlaygroundTrial>({
    file: undefined,
    options: defaultOptions,
    keyId: keys[0]?.id,
  })
  const [isShown, setShown] = useState(false)
  const extraction = useExtraction()
  const key = keys.find(({ id }) => id === draft.keyId)
  const { file } = draft
  const isSame = file !== undefined && extraction.isOf({ ...draft, file })

  if (isShown && file && key) {
    const start = () => extraction.start({ key: key.key, draft: { ...draft, file } })
    return (
      <ResultScreen
        draft={{ ...draft, file }}
        apiKey={key.key}
        extraction={extraction}
        onRetry={start}
        onBack={() => {
          extraction.stop()
          setShown(false)
        }}
      />
    )
  }
  return (
    <UploadScreen
      draft={draft}
      keys={keys}
      hasResults={isSame && extraction.result !== undefined}
      onChange={(changes) => setDraft((now) => ({ ...now, ...changes }))}
      onExtract={() => {
        if (!file || !key) return
        if (!isSame || !extraction.result)
          extraction.start({ key: key.key, draft: { ...draft, file } })
        setShown(true)
      }}
    />
  )
}
