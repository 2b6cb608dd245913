# Serves a store, reading only:
#   docker build -t evalstore .
#   docker run --rm -p 8321:8321 -v "$PWD:/data:ro" evalstore
# Any other command: docker run --rm -v "$PWD:/data" evalstore leaderboard -m nDCG@10
FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
RUN pip install --no-cache-dir --prefix=/install '.[web,plots]'

FROM python:3.13-slim
COPY --from=build /install /usr/local
RUN useradd --create-home --uid 1000 evalstore
USER evalstore
WORKDIR /data
ENV EVALSTORE_DB=/data/evalstore.duckdb
EXPOSE 8321
ENTRYPOINT ["evalstore"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8321"]
