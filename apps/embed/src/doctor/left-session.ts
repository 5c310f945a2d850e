type Holder = { facetDoctorSession?: string | null }

const holder = globalThis as Holder

export const leaveSession = (session: string | null): void => {
  holder.facetDoctorSession = session
}

/** Taken once: a session does not stay where another script could read it. */
export const takeSession = (): string | null => {
  const { facetDoctorSession = null } = holder
  delete holder.facetDoctorSession
  return facetDoctorSession
}
