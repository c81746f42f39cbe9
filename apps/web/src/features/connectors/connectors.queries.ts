import { getSignInKey } from '@recto/contract/connectors/connector-sign-in'
import * as api from '@recto/contract/connectors/connectors'
import { rowsIn } from '@recto/contract/wire/paging'
import { omitUndefined } from '@recto/omit-undefined'
import { readAs, useChange } from '../../shared/api/requests.ts'
import {
  type Connector,
  connectorChangeToWire,
  connectorFromWire,
  entryFromWire,
  formFromWire,
  newConnectorToWire,
  serviceFromWire,
  settingOf,
  testToWire,
} from './connector.ts'

/** All connectors that the user may use. */
export const allConnectors = readAs(api.listConnectors, { query: {} }, (connectors): Connector[] =>
  rowsIn(connectors).map(connectorFromWire),
)

export const connector = (id: string) =>
  readAs(api.getConnector, { params: { id } }, connectorFromWire)

/** Services that connectors can read from, or those that they can write to. */
export const connectorServices = (type: api.ConnectorType) =>
  readAs(api.listSupportedConnectors, { query: { type } }, (services) =>
    services.map(serviceFromWire),
  )

export const connectorForm = (providerId: string) =>
  readAs(api.getConnectorSchema, { query: { id: providerId } }, formFromWire)

/** Maximum number of entries per page; a shorter page is the last one. */
export const PAGE_OF_ENTRIES = api.maxFileRows

type Page = { readonly connectorId: string; readonly page: number }

/** One page of the direct content of a folder. */
export const folderPage = ({ connectorId, path, page }: Page & { readonly path: string }) =>
  readAs(api.listFiles, { query: { connector_id: connectorId, path, page } }, (page) =>
    page.map(entryFromWire),
  )

export const tablePage = ({ connectorId, page }: Page) =>
  readAs(api.listConnectorTables, { params: { id: connectorId }, query: { page } }, (page) => page)

type Table = { readonly connectorId: string; readonly schema: string | null; readonly name: string }

export const columnsOfTable = ({ connectorId, schema, name }: Table) =>
  readAs(
    api.listConnectorColumns,
    {
      params: { id: connectorId },
      query: omitUndefined({ table: name, schema: schema !== null ? schema : undefined }),
    },
    (page) => page,
  )

const entryEndpoints = [api.listFiles, api.listConnectorTables, api.listConnectorColumns]
const invalidates = [api.listConnectors, api.getConnector]

/** Returns whether the service accepts the settings. */
export const useTestConnector = () =>
  useChange(api.testConnector, {
    invalidates: [],
    toWire: testToWire,
    fromWire: ({ is_valid }) => is_valid,
    fieldOf: settingOf,
  })

export const useCreateConnector = () =>
  useChange(api.createConnector, {
    invalidates,
    toWire: newConnectorToWire,
    fromWire: connectorFromWire,
    fieldOf: settingOf,
  })

export const useUpdateConnector = () =>
  useChange(api.updateConnector, {
    invalidates: [...invalidates, ...entryEndpoints],
    toWire: connectorChangeToWire,
    fromWire: connectorFromWire,
    fieldOf: settingOf,
  })

/** Deletes the connector with the given id. */
export const useDeleteConnector = () =>
  useChange(api.deleteConnector, { invalidates, toWire: (id: string) => ({ params: { id } }) })

/** Returns the key that identifies a sign-in at the service. */
export const useSignInKey = () =>
  useChange(getSignInKey, {
    invalidates: [],
    toWire: (backend: string) => ({ params: { backend } }),
    fromWire: ({ cache_key }) => cache_key,
  })
