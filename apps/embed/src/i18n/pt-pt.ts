import type { Messages } from './messages.ts'
import { messages as brazilian } from './pt-br.ts'

export const messages: Messages = {
  ...brazilian,
  loadingTitle: 'A carregar o painel…',
  slowText: 'Está a demorar mais do que o habitual. A tentativa continua.',
  noSessionText:
    'Um painel é aberto pela aplicação que o incorpora, que acrescenta uma sessão ao endereço. O início de sessão sem ela virá com a consola.',
  expiredTitle: 'A sua sessão terminou',
  renewingText: 'Está a ser pedida uma nova. O que escolheu é mantido.',
  expiredText: 'Abra novamente o painel a partir da sua aplicação.',
  revokedTitle: 'O seu acesso terminou',
  revokedText: 'Já nada é mostrado. Contacte quem gere a sua aplicação.',
  failedTitle: 'Não é possível mostrar o painel',
  offline: 'Está sem ligação. O que vê pode estar desatualizado; tudo continua por si quando voltar a ter ligação.',

  widgetLoading: 'A carregar…',
  waiting: (seconds) => `A carregar há ${seconds} s.`,
  stages: {
    queued: 'A consulta aguarda a sua vez.',
    executing: 'A base de dados está a ser consultada.',
    building: 'A pré-agregação está a ser criada.',
  },
  widgetFailed: 'Não é possível mostrar isto',
  noRowsShared: 'Não há dados para si aqui.',
  aiOff: 'As respostas de IA estão desativadas aqui.',
  updating: 'A atualizar…',
  viewedBy: (name) => `Visto por ${name}`,

  moreChoices: 'Há mais: pesquise-os.',
  modelDefault: 'Predefinição',

  words: {
    ...brazilian.words,
    loading: 'A carregar…',
    downloadCsv: 'Transferir CSV',
    truncated: (rowCount) => `São mostradas apenas as primeiras ${rowCount} linhas.`,
    nothingToShow: 'Não há nada para mostrar aqui.',
    htmlFailed: (reason) => `Não foi possível mostrar o relatório: ${reason}`,
  },

  error: 'Algo correu mal.',
  errorCode: (code, requestId) => (requestId === null ? `Código: ${code}` : `Código: ${code} · Pedido: ${requestId}`),
  errors: {
    session_used: 'Esta sessão já foi usada: cada uma abre o painel uma vez. Abra-o novamente a partir da sua aplicação.',
    session_expired: 'Esta sessão não foi usada a tempo. Abra novamente o painel a partir da sua aplicação.',
    session_unknown: 'Esta sessão é desconhecida. Abra novamente o painel a partir da sua aplicação.',
    session_revoked: 'Quem gere a sua aplicação terminou esta sessão.',
    embed_token_expired: 'A sua sessão chegou ao fim.',
    embed_token_revoked: 'Quem gere a sua aplicação terminou a sua sessão.',
    embedding_disabled: 'A incorporação está desativada.',
    embedding_not_allowed: 'Este painel não pode ser mostrado noutras páginas.',
    minting_frozen: 'De momento não são concedidas novas sessões.',
    dashboard_not_found: 'Este painel não existe ou não é partilhado consigo.',
    dashboard_republished: 'O painel foi alterado entretanto. Abra-o novamente para o ver.',
    session_required: 'Outro painel precisa de uma sessão própria. Abra-o a partir da sua aplicação.',
    offline: 'Não é possível contactar o serviço. Verifique a sua ligação.',
    connection_lost: 'A ligação foi perdida.',
    rate_limited: 'Foi pedido demasiado de uma só vez. Tente novamente dentro de momentos.',
    query_too_slow: 'A consulta demorou demasiado. Restrinja-a com os filtros.',
    result_too_large: 'O resultado é demasiado grande. Restrinja-o com os filtros.',
    member_denied: 'Não pode ver estes dados.',
  },
}
