import { createStore } from '../../../shared/store/create-store.ts'

/** A tour: of the product, or of Prompt Studio. */
export type TourName = 'platform' | 'studio'

/** The tour that is open. */
export const openTour = createStore<TourName | undefined>(undefined)
