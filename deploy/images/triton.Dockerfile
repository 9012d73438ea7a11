# Triton with what the compact policy's model needs, and an empty model repository that versions are published into (deploy/triton).
#   docker build --file deploy/images/triton.Dockerfile --build-arg TRITON_IMAGE=nvcr.io/nvidia/tritonserver:26.09-py3@sha256:… --tag gyre/triton:0.1.0 .
ARG TRITON_IMAGE=nvcr.io/nvidia/tritonserver:26.09-py3

FROM ${TRITON_IMAGE}
ENV OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 ORT_DISABLE_TELEMETRY=1
COPY deploy/triton/policy /opt/gyre/policy
# A base whose Python cannot run the model is found out here and not by the first version that is published.
RUN cd /opt/gyre/policy && PYTHONDONTWRITEBYTECODE=1 python3 -c "import checkpoint, scorer"
RUN mkdir -p /models && chown 1000:1000 /models
# After the layers, which are the same for every revision.
ARG VERSION=0.1.0
ARG REVISION=
ARG SOURCE=
LABEL org.opencontainers.image.title=gyre/triton org.opencontainers.image.version=${VERSION} org.opencontainers.image.revision=${REVISION} org.opencontainers.image.source=${SOURCE}
USER 1000:1000
EXPOSE 8000 8001 8002
ENTRYPOINT ["tritonserver"]
CMD ["--model-repository=/models", "--model-control-mode=explicit", "--allow-gpu-metrics=false"]
