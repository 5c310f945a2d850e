export { type Collector, createCollector } from '#kernel/collector'
