import { useEffect, useState } from 'react'
import { useCommands } from '../../shared/commands/commands.ts'
import type { ReviewedValue } from './reviewed-item.ts'
import type { PageView } from './use-page-view.ts'
import type { TextSearch } from './use-text-search.ts'
import { focusValue } from './value-focus.ts'

type DeskCommands = {
  readonly view: PageView
  readonly search: TextSearch
  readonly openValues: readonly ReviewedValue[]
  readonly activeKey: string | undefined
}

/** Offers the keys of the document, which the overview of shortcuts lists. */
export function useDeskCommands({ view, search, openValues, activeKey }: DeskCommands): void {
  const showNextDoubtful = () => {
    const index = openValues.findIndex(({ key }) => key === activeKey)
    const next = openValues[index + 1] ?? openValues[0]
    if (next) focusValue(next.key)
  }
  const command = (title: string, shortcut: string, run: () => void) =>
    ({ id: `review:${shortcut}`, title, group: 'Review', shortcut, run }) as const
  useCommands([
    command('Go to the next doubtful value', 'n', showNextDoubtful),
    command('Search in the document', '/', search.open),
    command('Zoom in', '+', view.zoom.in),
    command('Zoom out', '-', view.zoom.out),
    command('Fit the page to the width', '0', view.zoom.fit),
    command('Rotate the page', 'r', view.rotate),
    command('Show thumbnails of the pages', 't', view.toggleThumbnails),
    command('Show values in full width', 'w', () => view.setStacked(!view.isStacked)),
  ])
}

/** Focuses the first value that needs a review when the document has been loaded, or the first one. */
export function useFocusOnFirst(values: readonly ReviewedValue[]): void {
  const [first] = useState(
    () => (values.find(({ reviewReason }) => reviewReason) ?? values[0])?.key,
  )
  useEffect(() => {
    if (first !== undefined) focusValue(first)
  }, [first])
}
