import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import {
  useAddressSearch,
  useChangeAddressSearch,
} from '../../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import type { TextKey } from '../text-key.ts'
import { textKeys } from '../text-service.queries.ts'
import type { PlaygroundTrial } from './options.ts'
import { defaultOptions } from './options.ts'
import { ResultScreen } from './ResultScreen.tsx'
import { UploadScreen } from './UploadScreen.tsx'
import { type Extraction, useExtraction } from './use-extraction.ts'
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
  const { history } = useRouter()
  const extraction = useExtraction()
  const key = keys.find(({ id }) => id === draft.keyId)
  const { file } = draft
  const isSame = file !== undefined && extraction.isOf({ ...draft, file })
  const { isShown, show } = useResultScreen(isSame && key !== undefined, extraction)

  if (isShown && file && key) {
    const start = () => extraction.start({ key: key.key, draft: { ...draft, file } })
    return (
      <ResultScreen
        draft={{ ...draft, file }}
        apiKey={key.key}
        extraction={extraction}
        onRetry={start}
        onBack={() => history.back()}
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
        show()
      }}
    />
  )
}

/**
 * Keeps in the address whether the result is shown, so that Back of the browser returns to the upload. An
 * address that says so without an extraction, such as after the page was loaded again, is corrected.
 */
function useResultScreen(hasExtraction: boolean, { stop }: Pick<Extraction, 'stop'>) {
  const isRequested = useAddressSearch().screen === 'result'
  const changeSearch = useChangeAddressSearch()
  const navigate = useNavigate()
  const isShown = isRequested && hasExtraction
  const wasShown = useRef(false)
  useEffect(() => {
    if (wasShown.current && !isShown) stop()
    wasShown.current = isShown
    if (isRequested && !isShown) changeSearch({ screen: undefined })
  })
  const show = () => {
    const search = (old: object) => ({ ...old, screen: 'result' })
    void navigate({ to: '.', search: search as never })
  }
  return { isShown, show }
}
