/** Leaves the application for an address that needs a whole new page load. */
export const pageNavigation = {
  to(address: string): void {
    window.location.assign(address)
  },
  reload(): void {
    window.location.reload()
  },
  /** Stops loading the page of the last address. */
  stop(): void {
    window.stop()
  },
}

/** Addresses for which the server returns a page or a redirect. */
export const serverPages = {
  login: '/api/v1/login',
  logout: '/api/v1/logout',
}
