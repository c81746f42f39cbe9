import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { extract, type TrialResult } from './extract.ts'
import type { ExtractionOptions } from './options.ts'

type ExtractionRequest = {
  readonly file: File
  readonly options: ExtractionOptions
  readonly keyId: string | undefined
}
type Start = { readonly key: string; readonly draft: ExtractionRequest }

export type Extraction = {
  readonly result: TrialResult | undefined
  readonly error: unknown
  readonly isRunning: boolean
  /** Pages that have been read so far. */
  readonly pagesRead: number
  /** Whether the result, or the extraction in progress, is for this document and these options. */
  isOf(draft: ExtractionRequest): boolean
  start(start: Start): void
  stop(): void
}

/** Manages one extraction at a time. */
export function useExtraction(): Extraction {
  const [request, setRequest] = useState<ExtractionRequest>()
  const [controller, setController] = useState<AbortController>()
  const [pagesRead, setPagesRead] = useState(0)
  const { mutate, data, error, isPending, reset } = useMutation({ mutationFn: extract })
  return {
    result: data,
    error,
    isRunning: isPending,
    pagesRead,
    isOf: (draft) =>
      request?.file === draft.file &&
      request.options === draft.options &&
      request.keyId === draft.keyId,
    start({ key, draft }) {
      controller?.abort()
      const next = new AbortController()
      setController(next)
      setRequest(draft)
      setPagesRead(0)
      const { file, options } = draft
      mutate({ key, file, options, signal: next.signal, onProgress: setPagesRead })
    },
    stop() {
      if (!isPending) return
      controller?.abort()
      setRequest(undefined)
      reset()
    },
  }
}
