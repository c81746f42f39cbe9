import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { documentsOf } from './documents.queries.ts'

export type ListedDocument = { readonly id: string; readonly fileName: string }

/** The documents of an app, and those that newer ones have replaced since the page was opened. */
export type AppDocuments = {
  readonly documents: readonly ListedDocument[]
  readonly removedDocuments: readonly ListedDocument[]
  readonly isLoading: boolean
}

const noDocuments: readonly ListedDocument[] = []

/** A workflow can add documents while people ask. */
const REFRESH_MS = 10_000

export function useAppDocuments(appId: string): AppDocuments {
  const { data: documents = noDocuments, isLoading } = useQuery({
    ...documentsOf(appId),
    refetchInterval: REFRESH_MS,
  })
  const [shownDocuments, setShownDocuments] = useState(documents)
  const [removedDocuments, setRemovedDocuments] = useState<readonly ListedDocument[]>([])
  if (documents !== shownDocuments) {
    setShownDocuments(documents)
    const remainingIds = new Set(documents.map(({ id }) => id))
    const missingDocuments = shownDocuments.filter(({ id }) => !remainingIds.has(id))
    if (missingDocuments.length > 0) setRemovedDocuments(missingDocuments)
  }
  return { documents, removedDocuments, isLoading }
}
