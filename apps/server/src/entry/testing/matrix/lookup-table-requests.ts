import type { Act } from '@recto/contract/policy/policy'
import type { ActRequest } from './asked.ts'
import {
  consumedThing,
  lendRequest,
  listRequest,
  ownerRequest,
  refusedFor,
  removeOwnerRequest,
} from './request-kinds.ts'

/** Requests about lookup tables. */
export const lookupTableRequests: Readonly<Record<string, Partial<Record<Act, ActRequest>>>> = {
  'GET /lookup-tables/': { 'lookup-table/see': listRequest('lookup_table_id') },
  'GET /lookup-tables/:id/': { 'lookup-table/see': {} },
  'DELETE /lookup-tables/:id/': { 'lookup-table/delete': consumedThing },
  'GET /lookup-tables/:id/versions/': { 'lookup-table/see': {} },
  'POST /lookup-tables/:id/versions/': {
    'lookup-table/change': { granted: refusedFor(400, 'No file was submitted') },
  },
  'GET /lookup-tables/:id/rows/': { 'lookup-table/see': {} },
  'GET /lookup-tables/:id/source/': { 'lookup-table/see': {} },
  'PUT /lookup-tables/:id/source/': {
    'lookup-table/change': {
      body: () => ({ source: { kind: 'address', url: 'http://127.0.0.1/' } }),
      granted: refusedFor(400, 'not allowed'),
    },
  },
  'DELETE /lookup-tables/:id/source/': {
    'lookup-table/change': {
      granted: refusedFor(404, 'No such source'),
      hidden: refusedFor(404, 'No such lookup table'),
    },
  },
  'GET /lookup-tables/:id/refreshes/': { 'lookup-table/see': {} },
  'POST /lookup-tables/:id/refreshes/': {
    'lookup-table/change': { granted: refusedFor(400, 'has no source') },
  },
  'PUT /lookup-tables/:id/aliases/': {
    'lookup-table/see': { body: () => ({ value: 'Acme', row_key: '1' }) },
  },
  'DELETE /lookup-tables/:id/aliases/': {
    'lookup-table/see': {
      path: ({ lookup_table_id }) => `lookup-tables/${lookup_table_id}/aliases/?value=Nobody`,
      granted: refusedFor(404, 'No such alias'),
      hidden: refusedFor(404, 'No such lookup table'),
    },
  },
  'GET /lookup-tables/:id/users/': { 'lookup-table/see': {} },
  'POST /lookup-tables/:id/share/': { 'lookup-table/lend': lendRequest },
  'GET /lookup-tables/:id/effective-members/': { 'lookup-table/see': {} },
  'POST /lookup-tables/:id/owners/': { 'lookup-table/share': ownerRequest },
  'DELETE /lookup-tables/:id/owners/:user_id/': {
    'lookup-table/share': removeOwnerRequest('lookup-tables'),
  },
}
