import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { extract, type TrialResult } from './extract.ts'
import type { Options } from './options.ts'

type Given = { readonly file: File; readonly options: Options; readonly keyId: string | undefined }
type Start = { readonly key: string; readonly draft: Given }

export type Extraction = {
  readonly result: TrialResult | undefined
  readonly error: unknown
  readonly isRunning: boolean
  /** Pages that have been read so far. */
  readonly pagesRead: number
  /** Whether what it has, or is about to have, is of this document read in this way. */
  isOf(draft: Given): boolean
  start(start: Start): void
  stop(): void
}

/** One reading of a document at a time. */
export function useExtraction(): Extraction {
  const [given, setGiven] = useState<Given>()
  const [running, setRunning] = useState<AbortController>()
  const [pagesRead, setPagesRead] = useState(0)
  const { mutate, data, error, isPending, reset } = useMutation({ mutationFn: extract })
  return {
    result: data,
    error,
    isRunning: isPending,
    pagesRead,
    isOf: (draft) =>
      given?.file === draft.file && given.options === draft.options && given.keyId === draft.keyId,
    start({ key, draft }) {
      running?.abort()
      const next = new AbortController()
      setRunning(next)
      setGiven(draft)
      setPagesRead(0)
      const { file, options } = draft
      mutate({ key, file, options, signal: next.signal, onProgress: setPagesRead })
    },
    stop() {
      if (!isPending) return
      running?.abort()
      reset()
    },
  }
}
