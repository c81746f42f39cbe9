import { z } from 'zod'

/** A page of a list. A page that does not exist is 404. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })

const Page = z.coerce.number().int().min(1)
const PageSize = z.coerce.number().int().min(1).max(1000)

/** Of a list that always comes in pages. */
export const Paging = z.object({ page: Page.default(1), page_size: PageSize.default(50) })

/** Of a list that comes in pages when a page is asked for, and else as a whole. */
export const OptionalPaging = z.object({
  page: Page.optional(),
  page_size: PageSize.optional(),
  /** What the name contains. */
  search: z.string().max(255).optional(),
  /** A field, with a leading `-` the other way round. One that is not known changes nothing. */
  ordering: z.string().max(100).optional(),
})
export type OptionalPaging = z.output<typeof OptionalPaging>

/** All of the list, or a page of it. */
export const listOrPageOf = <T extends z.ZodType>(item: T) => z.union([z.array(item), pageOf(item)])

type ListOrPage<Item> = Item[] | { readonly results: Item[] }

export const rowsIn = <Item>(list: ListOrPage<Item>): Item[] =>
  Array.isArray(list) ? list : list.results
