/** The rules of the specification that the model follows. All hold; a planted fault is one of them turned off. */
export type Rules = {
  emptyListClears: boolean
  listReplaces: boolean
  omittedListKeeps: boolean
  scopesAreApart: boolean
  namespacesAreApart: boolean
  nullClears: boolean
  missingValueKeeps: boolean
  otherValuesStay: boolean
  defaultsApply: boolean
  defaultsAreTyped: boolean
  untrustedStayOut: boolean
  catalogFollowsTheMode: boolean
  typesAreForGood: boolean
  descriptionsAreNeverCleared: boolean
  definitionsCountAsMade: boolean
  refusalLeavesNothing: boolean
  profileOutlivesSilence: boolean
  embedGroupsAreMarked: boolean
  everyoneIsInTheTenantGroup: boolean
  sessionsAreFrozen: boolean
  usersAreKeyedByEmbedTenant: boolean
  removalEndsSessions: boolean
  groupDeletionEndsSessions: boolean
  revocationSparesLaterSessions: boolean
  tenantsAreDeletedWhole: boolean
  sessionsWorkOnce: boolean
  groupsAreMissedBeforeValues: boolean
}

export const rules: Rules = {
  emptyListClears: true,
  listReplaces: true,
  omittedListKeeps: true,
  scopesAreApart: true,
  namespacesAreApart: true,
  nullClears: true,
  missingValueKeeps: true,
  otherValuesStay: true,
  defaultsApply: true,
  defaultsAreTyped: true,
  untrustedStayOut: true,
  catalogFollowsTheMode: true,
  typesAreForGood: true,
  descriptionsAreNeverCleared: true,
  definitionsCountAsMade: true,
  refusalLeavesNothing: true,
  profileOutlivesSilence: true,
  embedGroupsAreMarked: true,
  everyoneIsInTheTenantGroup: true,
  sessionsAreFrozen: true,
  usersAreKeyedByEmbedTenant: true,
  removalEndsSessions: true,
  groupDeletionEndsSessions: true,
  revocationSparesLaterSessions: true,
  tenantsAreDeletedWhole: true,
  sessionsWorkOnce: true,
  groupsAreMissedBeforeValues: true,
}

/** Each as a model that is wrong in one way. */
export const planted: { name: keyof Rules; rules: Rules }[] = (Object.keys(rules) as (keyof Rules)[]).map((name) => ({
  name,
  rules: { ...rules, [name]: false },
}))
